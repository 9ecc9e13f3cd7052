from django.conf import settings
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0002_house_rules_of_a_team_and_of_each_entry"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # In capitals, because that is how Django compares without regard to case on PostgreSQL.
        migrations.RunSQL(
            "CREATE UNIQUE INDEX auth_user_username_in_any_case ON auth_user (UPPER(username))",
            "DROP INDEX auth_user_username_in_any_case",
        ),
    ]
