"""Guards: rules of grammar that hold whatever the network says of a claim.

comparisons   a motion that compares is read in both orders
comparing     the patterns by which comparisons are found
negations     a negated motion is judged as its affirmative, the sign turned
refusals      the same of a motion that refuses a deed in more than a word
denials       a claim that denies a denial, or a whole statement, is read without
deeds         what a motion would do, or calls its thing, is read in a plain word
bans          a motion about a ban on a thing is read as one about the thing
effects       what a claim says that one thing does to another is read in a plain word
verbs         the forms of the words in these tables
languages     what is not English is unclear
hedges        what takes no side is unclear
relevance     what is not about the motion is unclear
doubles       a motion that says two things
personal      what is said on a decision of one person's own life is unclear to doxa's own networks
wording       what makes a run doubtful from its start: two things in one motion, another language
"""
