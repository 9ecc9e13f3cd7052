"""The ways in which a newsletter says things. Each is true of everything it is used for; a full stop is added."""

from matches.newsletter.facts import Feat, Run

# By the id of a feat: what a ninja did, to stand after its name.
VERBS = {
    "vip-injured": "took out the enemy VIP",
    "vip-stunned": "stunned the enemy VIP",
    "messenger-injured": "brought down the messenger",
    "messenger-escaped": "got the message off the board",
    "named-champion": "stood as champion",
    "champion-injury": "struck an enemy down as champion",
    "champion-stun": "stunned an enemy as champion",
    "held-the-hill": "held the hill",
    "medal-picked-up": "got hold of a medal",
    "medal-brought-home": "carried a medal home",
    "brawl-injury": "sent an enemy to the Healing House",
    "brawl-chunin-injury": "sent the enemy chunin to the Healing House",
    "crate-checked": "opened a crate",
    "objective-found": "found an objective",
    "enemy-medal-taken": "seized an enemy medal",
    "own-medal-returned": "won back the medal of the own team",
    "enemy-medal-captured": "captured an enemy medal",
    "injury": "sent an enemy to the Healing House",
    "chunin-stunned": "stunned an enemy chunin",
    "reveal": "drew a ninja out of Stealth",
}
OTHERWISE = "earned a feat"

# Results

WON = (
    "{winner} beat {losers} {score}{where}",
    "{winner} got the better of {losers}{where}, {score}",
    "{winner} took the game against {losers}{where}, {score}",
    "{score}{where}: {winner} beat {losers}",
)
NARROW = (
    "{winner} beat {losers} by a single point{where}, {score}",
    "A single point decided it{where}: {winner} beat {losers} {score}",
    "{winner} edged past {losers}{where}, {score}",
)
CLEAR = (
    "{winner} left {losers} far behind{where}, {score}",
    "It was {lead} win for {winner} over {losers}{where}, {score}",
    "In the end {winner} had {lead} lead over {losers}{where}, {score}",
)
TO_NOTHING = (
    "{winner} beat {losers} {score}{where} and gave nothing away",
    "{losers} went home without a point{where}: {score} for {winner}",
)
CONCEDED = (
    "{losers} conceded to {winner}{where}, {score}",
    "{winner} won{where} when {losers} conceded, {score}",
)
ALSO_CONCEDED = ("{names} conceded", "Of the others, {names} conceded")
LEVEL = (
    "{drawn} drew {score}{where}",
    "Nothing separated {drawn}{where}: {score}",
    "{drawn} shared a draw{where}, {score}",
)
DREW = ("{drawn} drew{where}, {score}", "{drawn} shared a draw{where}, {score}")
BEHIND_A_DRAW = ("{names} came in behind them", "{names} ended behind them")
FORFEITED = (
    "{losers} forfeited, and {winner} took the win without a game",
    "{winner} won by forfeit: {losers} did not play",
)
NOBODY_PLAYED = ("{losers} forfeited, and nobody won", "Neither side won: {losers} forfeited")
STAYED_AWAY = ("{names} stayed away", "{names} did not come to the table")

# Deeds

ALL_POINTS = (
    "All of {whose} points came from {ninja}",
    "{ninja} scored every one of {whose} points",
)
ONLY_POINT = ("The only point for {team} came from {ninja}", "{ninja} scored {whose} only point")
MOST_POINTS = (
    "{ninja} scored {points} of {whose} {total} points",
    "{ninja}, who {deed}, scored {points} of {whose} {total} points",
    "{Points} of {whose} {total} points came from {ninja}",
)
SOME_POINTS = (
    "Nobody scored more for {team} than {ninja}, with {points_noun}",
    "With {points_noun}, nobody did more for {team} than {ninja}, who {deed}",
)
POINTS = ("{ninja} {deed}, and scored {points_noun} for {team}",)
FEATS = (
    "{ninja} did most for {team}, with {feats}",
    "For {team}, {ninja} {deed}",
)
MOMENT = (
    "As late as the {round} round of the game, {ninja} {verb}",
    "It was in the {round} round of the game that {ninja} {verb}",
)

# What it meant

UPSET = (
    "{winner} came with a rating of {rating} against {against} for {loser}, and won all the same",
    "{loser}, rated {against}, lost to {winner}, rated {rating}",
    "{behind} behind on rating, {rating} to {against}, {winner} beat {loser}",
)
LEADS = (
    "{team} leads the table with {points} after {played}",
    "At the top of the table is {team}, with {points} from {played}",
)
NEW_LEADER = (
    "{team} is the new leader of the table, with {points} from {played}",
    "The table has a new leader: {team}, with {points} from {played}",
)
SHARED_LEAD = ("{teams} share the lead, with {points} each", "Nothing separates {teams} at the top: {points} each")
AHEAD = ("{second} is next, with {points}", "{second} follows with {points}")
ALSO_LEVEL = ("{second} has as many, but comes second", "{second} has as many, and is behind for now")
ROSE = ("{team} climbed {places}, from {before} to {after}", "{team} is up from {before} to {after}")
FELL = ("{team} fell {places}, from {before} to {after}", "{team} is down from {before} to {after}")
STREAKS = {
    Run.WON: ("{team} has won {length} in a row", "{team} is on a run of {length} wins"),
    Run.UNBEATEN: ("{team} is unbeaten in {length} games", "Nobody has beaten {team} in {length} games"),
    Run.LOST: ("{team} has lost {length} in a row", "{team} is waiting for a win after {length} losses in a row"),
    Run.ENDED: ("The winning run of {team} is over after {length} games", "{whose} run of {length} wins has ended"),
}
LEVEL_REACHED = ("{ninja} of {team} rose to {level}", "{ninja} of {team} has become {level}")
LEVELS_REACHED = ("{Count} ninja rose to {level}: {names}", "{Count} ninja have become {level}: {names}")
HURT = (
    "{Count} ninja ended {their} in the Healing House",
    "The Healing House took in {count} ninja",
)
ABSENCE = ("{ninja} of {team} was ruled out for {games}", "The dice kept {ninja} of {team} out for {games}")
ABSENCES = ("{Count} ninja were ruled out for {games}: {names}", "{Count} were kept out for {games}: {names}")
LATE = (
    "For {names}, the dice meant a start in the Healing House",
    "A start in the Healing House was the lot of {names}",
)
MANY_LATE = ("These have to start a game in the Healing House: {names}",)
RECORDS = {
    Feat.POINTS: (
        "{team} scored {value} points in one game{against}: a record. The most before was {before}",
        "Nobody in {league} had scored more than {before} points in a game, until {team} scored {value}{against}",
    ),
    Feat.MARGIN: (
        "The win of {team} over {other} by {value} points is the clearest in {league} so far; it used to be {before}",
        "{team} beat {other} by {value} points: the largest margin yet, after one of {before}",
    ),
    Feat.FEATS: (
        "{ninja} of {team} did {value} feats in one game: a record. The most before was {before}",
        "With {value} feats in one game, {ninja} of {team} has broken the record of {before}",
    ),
    Feat.STREAK: (
        "{team} has won {value} in a row within a season, as nobody has before; the record was {before}",
        "A run of {value} wins is a record for {league}: {team} has it, and {before} was the longest before",
    ),
    Feat.RATING: (
        "No team in {league} has come to a game with a higher rating than {team}: {value}, after {before}",
        "{team} came with a rating of {value}, the highest yet; it used to be {before}",
    ),
    Feat.UPSET: (
        "{team} won from {value} behind {other} on rating: no upset in {league} was bigger. It used to be {before}",
        "The biggest upset so far: {team} beat {other} from {value} behind on rating, after one from {before}",
    ),
}

# Around it all

INTRO = (
    "{Rounds} of {season} brought {games} and {points}",
    "{Games} and {points}: that was {rounds} of {season}",
)
INTRO_UNPLAYED = ("{Rounds} of {season} saw {games} decided without a game",)
CHAMPION = ("{champion} is the champion of {season}", "The champion of {season} is {champion}")
BYES = ("{names} had a bye", "{names} rested")
STILL_OPEN = "Still to be played:"
NEXT = ("Round {round} comes next{by}:", "These meet in round {round}{by}:")
