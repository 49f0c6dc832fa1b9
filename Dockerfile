# The image of a release; goreleaser puts the binaries beside this file, by platform.
FROM --platform=$BUILDPLATFORM alpine:3 AS files
RUN apk add --no-cache ca-certificates && mkdir /data

FROM scratch
ARG TARGETPLATFORM
COPY --from=files /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=files --chown=65534:65534 /data /data
COPY --from=files --chown=65534:65534 --chmod=1777 /data /tmp
COPY $TARGETPLATFORM/a2a-console /a2a-console
USER 65534:65534
# The record is /data/a2a-console/record.db, also for commands that docker exec runs.
ENV HOME=/data XDG_DATA_HOME=/data
VOLUME /data
WORKDIR /data
EXPOSE 7420-7429
ENTRYPOINT ["/a2a-console"]
CMD ["serve", "--no-open", "--listen", "0.0.0.0:7420", "--tap-listen", "0.0.0.0:7421"]
