"""How strong the players are: matches, whose blocks a ledger keeps."""
