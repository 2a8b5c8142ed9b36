# Builds an image that runs Octavo in every role: docs/operations.md explains how.

FROM node:24-trixie-slim AS build
WORKDIR /octavo
# The packages have a layer of their own, which Docker builds again only if one of the two package files changes.
COPY package.json package-lock.json ./
RUN npm install --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs start
# Octavo runs on the Node of the npm package `node`, the version that every test runs on. The Node of the official image
# only runs npm. `npm prune` removes development dependencies such as the package `node`, so its program is moved first.
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
# The files belong to root, so the server cannot change its own code. It writes only to /data and /tmp.
USER octavo
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# The first start takes longer, since it migrates the database and imports the library. With TLS_CERT, replace this
# check by a check over HTTPS.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Node is started without a shell or npm, so it receives the stop signal directly. Run the container with an init
# process (`--init`): without one, the kernel ignores stop signals until Node has started and handles them.
CMD ["node", "--max-old-space-size=768", "--max-semi-space-size=8", "--v8-pool-size=1", "src/server/main.ts"]
