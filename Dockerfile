# An image whose command is lemmata: docker run --rm -v "$PWD:/work" lemmata verify prog.c
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --ignore-scripts --pack-destination /packed

FROM node:22-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev tini util-linux \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /packed/*.tgz /tmp/lemmata.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/lemmata.tgz && rm /tmp/lemmata.tgz
USER node
WORKDIR /work
# tini passes signals on, so that an interrupted container leaves no process.
ENTRYPOINT ["tini", "--", "lemmata"]
CMD ["--help"]
