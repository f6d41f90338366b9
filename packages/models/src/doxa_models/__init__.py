"""Data for doxa: the weights of its small models, and the texts that teach and examine them.

minilm/             the sentence encoder under all models, in twelve bits a number
polarity_weights/   direction of a claim           message_weights/    direction of a whole message
strength_weights/   strength of a claim            role_weights/       what a sentence does
position_weights/   whether a position is taken    texts/SET/          labelled texts

doxa reads these folders; nothing here is to be called. Each folder has its licence, its notice or its model card.
"""

__version__ = "1.4.0"
