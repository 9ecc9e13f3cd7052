"""The settings of the API: its limits, how requests are read and answered, and how its schema is made."""

from config import environment

# How often one person, or one address of somebody unknown, may ask. Counted in the cache: exactly with REDIS_URL,
# without it by each web process for itself.
API_RATES = {
    "anonymous": "120/min",
    "person": "600/min",
    "write": "120/min",
    "roster": "60/min",
    "comment": "20/hour",
    "token": "10/hour",
    "export": "10/hour",
    "wrong-token": "30/min",
}

# Who may ask, what is read and how it is answered is said by `Endpoint`, which every view of the API is.
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "teams.api.schema.Schema",
    "EXCEPTION_HANDLER": "teams.api.errors.answer",
    # The address that the proxy saw is the last in X-Forwarded-For, whatever a visitor put before it.
    "NUM_PROXIES": 1 if environment.flag("TRUST_PROXY") else 0,
}

ABOUT = """
Teams, leagues and rules of the miniatures game Ninja All-Stars: everything a page of this site can do.

- **Log in** with a token of your account (`Authorization: Bearer kage_...`), which may read, or read and write. The
  catalog, the roster check and whatever is public need none.
- **Errors** are always `{"code", "message", "subject"}`; if there are several problems, `problems` has each of them.
- **Lists** come in pages: follow `next` until there is none. `limit` is how many rows a page has.
- **ETag**: every answer to a GET has one; with `If-None-Match` you get 304 if nothing has changed. Where `If-Match` is
  needed, send the ETag of what you have seen.
- **Idempotency-Key**: with a UUID of your choice a POST can be repeated as often as it takes, and happens once.
- **Limits**: who asks too often gets 429, and `Retry-After` says for how many seconds.
""".strip()

SPECTACULAR_SETTINGS = {
    "TITLE": "Kagejima",
    "DESCRIPTION": ABOUT,
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],  # choices stand where they are used, instead of under names made up for them
    "TAGS": [
        {
            "name": "catalog",
            "description": "The game: clans, profiles, keywords, challenges, and the rulebook's tables.",
        },
        {"name": "roster", "description": "Is this team legal, and which team would be? For other tools, too."},
        {"name": "teams", "description": "Teams, their scrolls and chronicles, and what their players do with them."},
        {"name": "drafts", "description": "Teams being built."},
        {"name": "leagues", "description": "Leagues: members, house rules, seasons, schedules, tables, playoffs."},
        {"name": "invitations", "description": "Coming into a league by a link."},
        {"name": "games", "description": "Games: results, briefings, reports, amendments, stories and comments."},
        {"name": "dice", "description": "The server's dice: what they were committed to, and casting them again."},
        {"name": "search", "description": "Everything that has a page, by name."},
        {"name": "me", "description": "Your account, your data, your tokens."},
    ],
}
