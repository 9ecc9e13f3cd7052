"""Every setting of the site, driven by the environment and strict about it.

With nothing set it is a complete site for one machine. Setting HOSTS makes it a public one: from then on the secret
key must be given, and browsers are held to HTTPS.
"""

from pathlib import Path

from celery.schedules import crontab

from config import api_settings, environment
from config.secret_key import local_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = BASE_DIR / "var"
VAR.mkdir(exist_ok=True)

# Who may ask, and how far they are trusted

HOSTS = environment.hosts("HOSTS")
PUBLIC = bool(HOSTS)
DEBUG = environment.flag("DEBUG")
if PUBLIC and DEBUG:
    environment.refuse("DEBUG", "must be off wherever HOSTS is set: its error pages show settings to strangers.")

SECRET_KEY = environment.secret("SECRET_KEY") if PUBLIC else local_secret_key(VAR / "secret-key")
ALLOWED_HOSTS = HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in HOSTS]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC
# Where links in mails and webhooks lead: nobody's request tells, when they are written.
ORIGIN = (
    f"https://{HOSTS[0].removeprefix('.')}"
    if PUBLIC
    else f"http://{environment.text('HOST', '127.0.0.1')}:{environment.port('PORT', 8000)}"
)
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if PUBLIC else 0
# The site answers for its own hosts, not for the rest of their domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Only behind a proxy that always overwrites the header: anywhere else a visitor could claim HTTPS for himself.
TRUST_PROXY = environment.flag("TRUST_PROXY")
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = PUBLIC
    # Limits count the address that the proxy saw: the last in X-Forwarded-For, whatever a visitor put before it.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

# What the site is made of

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "config",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
    "template_partials.apps.SimpleAppConfig",
    "teams",
    "matches",
    "league",
]

MIDDLEWARE = [
    "config.logs.RequestIds",
    "config.health.Probes",
    "config.metrics.Measured",
    "config.middleware.Compressed",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.PolicyHeaders",
    "config.static.VersionedWhiteNoise",
    "config.middleware.OwnSessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.errors.RefusedMethods",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

LOADERS = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["template_partials.templatetags.partials"],
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    LOADERS if DEBUG else [("django.template.loaders.cached.Loader", LOADERS)],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.health.delayed",
                "teams.themes.shown",
            ],
        },
    },
]

# Accounts

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "teams.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "teams.account_forms.LoginForm",
    "signup": "teams.account_forms.SignupForm",
    "change_password": "teams.account_forms.ChangePasswordForm",
    "set_password": "teams.account_forms.SetPasswordForm",
    "reset_password": "teams.account_forms.ResetPasswordForm",
    "reset_password_from_key": "teams.account_forms.ResetPasswordKeyForm",
    "reauthenticate": "teams.account_forms.PasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "teams.adapter.USERNAME_VALIDATORS"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
# Logging in and resetting tell nobody whether an address has an account. Signing up does: otherwise one address could
# have any number of them, and one request for a new password send it as many mails.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
# A site without a mail server must let people in all the same.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/account/"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Kagejima: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PUBLIC else "http"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# How many in what time, for one visitor (ip), one member (user), or one name or address tried (key). A whole club may
# share one ip. Counted in the cache: exactly with REDIS_URL, without it by each web process for itself.
ACCOUNT_RATE_LIMITS = {
    "signup": "30/h/ip",
    "login": "60/m/ip",
    "login_failed": "30/10m/ip,5/10m/key",
    "reset_password": "20/h/ip,5/h/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "10/10m/user",
    "change_password": "5/m/user",
    "manage_email": "10/h/user",
    "confirm_email": "1/3m/key",
    "export": "10/h/user",
    "token": "20/h/user",
    "draft": "60/h/ip",
    "comment": "20/h/user",
    "search": "600/m/ip",
}

# The API

API_RATES = api_settings.API_RATES
REST_FRAMEWORK = api_settings.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api_settings.SPECTACULAR_SETTINGS

# Where data lives

DATABASES = {
    "default": environment.database("DATABASE_URL")
    or {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "db.sqlite3",
        "OPTIONS": {
            # A transaction that starts as a reader and then writes cannot wait for its turn, it fails at once:
            # so each takes the write lock when it begins, and waits up to `timeout` seconds for it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # In WAL mode readers and the writer do not block each other, and NORMAL survives any crash of the process.
            "init_command": (
                "PRAGMA journal_mode = WAL;"
                "PRAGMA synchronous = NORMAL;"
                "PRAGMA journal_size_limit = 33554432;"
                "PRAGMA mmap_size = 134217728;"
            ),
        },
    }
}
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.redis("REDIS_URL")
CACHES = {
    "default": {"BACKEND": "config.cache.RedisOrMemory", "LOCATION": REDIS_URL}
    if REDIS_URL
    # Large enough that nobody can push the counts of rate limits out of it.
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}},
    # Prints are large: of those a process keeps only a few.
    "prints": {"BACKEND": "config.cache.RedisOrMemory", "LOCATION": REDIS_URL, "KEY_PREFIX": "prints"}
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "prints",
        "OPTIONS": {"MAX_ENTRIES": 50},
    },
}

# Language and time

LANGUAGE_CODE = "en"
TIME_ZONE = environment.time_zone("TIME_ZONE", "UTC")
USE_TZ = True

# Background work

# With no broker a task runs where it was queued. Queue it with `transaction.on_commit(partial(task.delay, ...))`:
# then it starts after the commit in either case, and not at all after a rollback.
CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A request does not wait for a broker that is gone: what it queued is found by the next sweep.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 10}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_IMPORTS = ["config.tasks"]
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "accept reports by silence": {
        "task": "matches.tasks.accept_by_silence",
        "schedule": crontab(minute="*/10"),
    },
    "clear expired sessions": {
        "task": "config.tasks.clear_expired_sessions",
        "schedule": crontab(hour="4", minute="0"),
    },
    "deliver notices that are due": {
        "task": "league.tasks.sweep_outbox",
        "schedule": crontab(),
        # A sweep that nobody has come to do in time is made up for by the next.
        "options": {"expires": 60},
    },
    "discard notices that are old": {
        "task": "league.tasks.discard_old_notices",
        "schedule": crontab(hour="4", minute="20"),
    },
    "discard drafts that nobody came back for": {
        "task": "teams.tasks.discard_stale_drafts",
        "schedule": crontab(hour="4", minute="10"),
    },
    "discard results of long work after a week": {
        "task": "teams.tasks.discard_old_jobs",
        "schedule": crontab(hour="4", minute="20"),
    },
}

# Files, mail, log

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.VersionedStorage"},
}
# Served straight from where they lie: collecting and compressing them would cost seconds at every start.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 60
WHITENOISE_ALLOW_ALL_ORIGINS = False

MAIL = environment.mail("EMAIL_URL")
EMAIL_BACKEND = MAIL.backend
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL.use_ssl, MAIL.use_tls
EMAIL_TIMEOUT = 10  # seconds: a mail server that hangs must not hold a page for ever
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "Kagejima <webmaster@localhost>")

# Members say where webhooks go: never into the operator's own network, unless it is listed here.
WEBHOOK_NETWORKS = environment.networks("WEBHOOK_NETWORKS")

METRICS_TOKEN = environment.text("METRICS_TOKEN")
LOG_FORMAT = environment.choice("LOG_FORMAT", ("line", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "config.logs.WithRequestId"}},
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} [{request_id}]: {message}", "style": "{"},
        "json": {"()": "config.logs.Json"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request"]}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Somebody at a keyboard has no use for a line about each request; who collects lines has.
    "loggers": {"kagejima.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"}},
}
