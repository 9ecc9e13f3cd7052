from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0002_who_decided_a_game_and_how_a_round_was_drawn"),
    ]

    operations = [
        migrations.AddField(
            model_name="league",
            name="key",
            field=models.UUIDField(editable=False, null=True),
        ),
    ]
