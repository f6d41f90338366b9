"""What ``doxa COMMAND --help`` says of the commands beside this file, which load when they are called."""

from doxa.terminal.helping import flowing

HELPS = flowing(
    {
        "judge": """\
Judge finished debates in layers, or a transcript from outside.

A rubric, annotated claims and rebuttals with their tally and argument graph, a panel that sees Team A and Team B under
both assignments, an audit, and a naive judge as the baseline. A run is judged as a reading beside its log and is not
run again; what other judges say stands beside it. Transcripts are CSV or JSON lines: speaker, side, text, and if wanted
kind (speech, point, answer), team and motion. A folder of transcripts may hold votes.csv (file, before_pro, before_con,
after_pro, after_con): verdicts then stand beside how the audience moved.

Try: doxa judge DIR --panel openai:gpt-4o-mini,anthropic:claude-haiku-4-5,ollama:qwen3
     doxa judge debate.csv --motion "This House would ban cars from the centre"
     doxa judge FOLDER""",
        "landscape": """\
Map the arguments of many judged debates.

Every annotated claim is embedded, laid out in the plane (UMAP) and clustered (HDBSCAN); clusters are named. A table
says of each how often it recurs, which side makes it, whether it survives and how it goes with winning; a page shows
the map, to be coloured and clicked. Needs scikit-learn, and umap-learn for UMAP: pip install 'doxa[landscape]'.

Try: doxa judge DIR
     doxa landscape DIR""",
    }
)
