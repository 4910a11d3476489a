"""The served app: home page, course, rules and explorer as one site, on top of Voilà.

`python -m ksm_widgets.site` starts it; `ksm app` does so with what its options mean. It imports
Jupyter's servers and the features' doors; the widgets run in the kernels it keeps.
"""
