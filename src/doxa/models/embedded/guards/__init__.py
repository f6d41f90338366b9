"""Guards: rules of grammar that hold whatever the network says of a claim.

comparisons   a motion that compares is read in both orders
negations     a negated motion is judged as its affirmative, the sign turned
"""
