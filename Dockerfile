# A server in a container: `docker build -t runwhy .`, then see compose.yaml.
# Base images are pinned by exact version. A digest would be stricter; add it where a registry can be reached:
# `docker buildx imagetools inspect python:3.12.13-slim-trixie`.
FROM python:3.12.13-slim-trixie AS build
WORKDIR /src
RUN pip install --no-cache-dir uv==0.13.7
COPY pyproject.toml requirements.lock hatch_build.py README.md CHANGELOG.md LICENSE ./
COPY src src
COPY ui ui
RUN RUNWHY_REQUIRE_UI=1 uv build --wheel --out-dir /dist

FROM python:3.12.13-slim-trixie
COPY --from=build /dist /dist
COPY requirements.lock ./
# The lock file pins the dependencies and the extra `otel`; the wheel is ours and brings nothing else.
RUN pip install --no-cache-dir --require-hashes -r requirements.lock \
    && pip install --no-cache-dir --no-deps /dist/*.whl \
    && pip check \
    && rm -r /dist requirements.lock \
    && useradd --create-home --uid 10001 runwhy \
    && install -d -o runwhy /data
USER runwhy
WORKDIR /data
ENV RUNWHY_DATA_DIR=/data \
    RUNWHY_HOST=0.0.0.0 \
    RUNWHY_PORT=7420
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7420/readyz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["runwhy"]
CMD ["serve"]
