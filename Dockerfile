# The program and nothing else: no shell, no package manager, no libraries. The last stage holds what distroless images
# hold (certificates, time zones, an unprivileged user), taken from the pinned image that built it.
FROM node:20.20.2-bookworm-slim AS ui
WORKDIR /src/ui
COPY ui/package.json ui/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY ui ./
RUN npm run build

FROM golang:1.26.8-bookworm AS build
ENV CGO_ENABLED=0 GOTOOLCHAIN=local
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=ui /src/ui/dist ui/dist
RUN go build -trimpath -ldflags="-s -w" -o /out/modyard ./cmd/modyard \
 && mkdir -p /out/data /out/tmp \
 && printf 'modyard:x:65532:65532::/data:/none\n' > /out/passwd \
 && printf 'modyard:x:65532:\n' > /out/group

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /usr/local/go/lib/time/zoneinfo.zip /usr/local/go/lib/time/zoneinfo.zip
COPY --from=build /out/passwd /etc/passwd
COPY --from=build /out/group /etc/group
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp
COPY --from=build /out/modyard /modyard
ENV MODYARD_ADDR=0.0.0.0:8080 MODYARD_PRIVATE_ADDR=0.0.0.0:8081 MODYARD_DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["/modyard", "healthcheck"]
ENTRYPOINT ["/modyard"]
CMD ["serve"]
