"""`python -m ksm_widgets` is `ksm`."""

import sys

from ksm_widgets.cli import main

sys.exit(main())
