"""Addresses of files that go out and come in, of figures as CSV, and of long work; included by `urls.py`."""

from django.urls import path

from matches.views import archive, jobs

LEAGUE = "leagues/<slug:slug>/"
SEASON = f"{LEAGUE}seasons/<int:number>/"

urlpatterns = [
    path("import/", archive.upload, name="import"),
    path("import/<uuid:key>/", archive.look, name="look-at-file"),
    path("league-file.schema.json", archive.file_schema, name="file-schema"),
    path(f"{LEAGUE}people/", archive.people, name="who-is-who"),
    path(f"{LEAGUE}data/", archive.data, name="league-data"),
    path(f"{LEAGUE}league.json", archive.league_file, name="league-file"),
    path(f"{LEAGUE}games.csv", archive.games_csv, name="league-games-csv"),
    path(f"{LEAGUE}ninja.csv", archive.ninja_csv, name="league-ninja-csv"),
    path(f"{LEAGUE}scrolls/", jobs.scroll_book, name="scroll-book"),
    path(f"{SEASON}games.csv", archive.games_csv, name="season-games-csv"),
    path(f"{SEASON}ninja.csv", archive.ninja_csv, name="season-ninja-csv"),
    path("teams/<slug:slug>/team.json", archive.team_file, name="team-file"),
    path("jobs/retell/", jobs.retell, name="retell-everything"),
    path("jobs/<uuid:key>/", jobs.job, name="job"),
    path("jobs/<uuid:key>/file/", jobs.file, name="job-file"),
    path("jobs/<uuid:key>/again/", jobs.again, name="job-again"),
]
