# Builds an image that runs Octavo in every role: docs/operations.md explains how.

FROM node:24-trixie-slim AS build
WORKDIR /octavo
# The packages are installed in a layer of their own, which is built again only if one of these files changes.
COPY package.json package-lock.json ./
RUN npm install --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs start
# Node is the package `node` of package.json, the version that every test runs on. The official image only starts npm.
# The package is a development dependency, so its program is moved away before those are removed.
RUN mv node_modules/node/bin/node /usr/local/bin/octavo-node \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf dist/database.tar dist/client/.vite/*.map node_modules/.cache node_modules/.octavo

FROM debian:trixie-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin octavo \
  && install --directory --owner octavo --mode 700 /data
COPY --from=build /usr/local/bin/octavo-node /usr/local/bin/node
WORKDIR /octavo
COPY --from=build /octavo/package.json /octavo/LICENSE ./
COPY --from=build /octavo/node_modules ./node_modules
COPY --from=build /octavo/dist ./dist
COPY --from=build /octavo/content ./content
COPY --from=build /octavo/src ./src
# The files belong to root, so the server cannot change its own code. It writes only to /data.
USER octavo
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# The first start migrates the database and imports the library. With TLS_CERT, replace this check by one over HTTPS.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Node is started without a shell or npm, so it receives the signal to stop itself. Run the container with an init
# process (`--init`), because a first process is not stopped by signals while it starts and does not handle them yet.
CMD ["node", "--max-old-space-size=768", "--max-semi-space-size=8", "--v8-pool-size=1", "src/server/main.ts"]
