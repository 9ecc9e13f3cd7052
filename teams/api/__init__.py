"""The API under `/api/v1/`: what every endpoint of every app shares, and the endpoints of catalog and teams.

How to add an endpoint, in `teams/api/`, `league/api/` or `matches/api/` alike:

1. Subclass `Endpoint` (endpoint.py), or `ListEndpoint` for rows in pages, with one method for each HTTP method.
   A method reads the request, calls one service, and answers with a serializer. It catches nothing: `errors.py` makes
   `{code, message, subject}` of `RuleBroken` (422; 412 if its code is `stale` or `outdated`), `Http404`,
   `PermissionDenied` (401 for somebody unknown) and of what a serializer refuses.
2. Who asks is `self.visitor` (anybody) or `self.person` (a `User`, otherwise 401). Methods other than GET need a
   person and a token that may write; say `only_reads = True` on a POST that changes nothing, `needs_login = True` where
   even reading needs a person, `special_rate` to count its POSTs apart (API_RATES in config/api_settings.py).
3. What is sent: a subclass of `Strict` (fields.py) of `Text`, `Number`, `Flag` and other fields, read with
   `self.sent(ThatSerializer)`. Unknown fields and wrong types are refused with 422.
4. What changes a team is decorated with `@idempotent` (idempotency.py), and hands `self.key` to its service as `key`.
   The whole method is one transaction then, and its first answer is given again to whoever repeats the request.
5. Every GET has a strong ETag made of its body, and answers 304 to If-None-Match. A method that changes something a
   client has read is decorated with `@if_match` (428 if it names no ETag) or `@if_match(needed=False)`, locks the
   row, and then calls `self.unchanged(shown)` with a function of what GET would answer now (412 if it is
   something else).
6. Describe it with `@describe(...)` (schema.py) right above the method, outermost: summary, what is sent, what is
   answered, an example. Errors, security, headers and the 304 are documented by themselves. A component's name is its
   serializer's class name without `Serializer`: it must be the only one of its name.
7. Add it to a list `urlpatterns` in the package's `urls.py`, which `config/api.py` includes. `tests/api/test_schema.py`
   and `test_fuzz.py` find it there.
"""
