"""Words and judgement without a widget: tasks, the course, hints, verdicts, a sitting."""
