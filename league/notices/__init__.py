"""What people are told, and how it reaches them: in the app, by email, by webhook.

News are written in the transaction of what happened, together with who gets them on which way; they leave the site
afterwards, from the outbox, as often as it takes. Telling never makes fail what is told.
"""
