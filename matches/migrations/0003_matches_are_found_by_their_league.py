"""SQLite looked through the matches of all leagues with this state, where those of one league were asked for."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_issues_of_the_newsletter")]

    operations = [migrations.RemoveIndex(model_name="match", name="match_by_state")]
