# The site as an image: web, worker and timetable are the same image with another command (compose.yaml).
FROM python:3.13-slim-bookworm

# The libraries behind the PDF of a scroll.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home kagejima

WORKDIR /site
COPY pyproject.toml constraints.txt ./
RUN pip install --no-cache-dir --editable . --constraint constraints.txt

COPY --chown=kagejima . .
RUN mkdir -p var && chown kagejima var
USER kagejima
ENV HOST=0.0.0.0 PORT=8000 PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["gunicorn", "--config", "python:config.gunicorn"]
