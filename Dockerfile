# A server in a container: `docker build -t runwhy .`, then see compose.yaml.
FROM python:3.12-slim AS build
WORKDIR /src
RUN pip install --no-cache-dir uv
COPY pyproject.toml hatch_build.py README.md CHANGELOG.md LICENSE ./
COPY src src
COPY ui ui
RUN RUNWHY_REQUIRE_UI=1 uv build --wheel --out-dir /dist

FROM python:3.12-slim
COPY --from=build /dist /dist
RUN pip install --no-cache-dir "$(echo /dist/*.whl)[otel]" \
    && rm -r /dist \
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
