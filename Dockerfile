# Féerie in a container:  docker build -t feerie .  &&  docker run --rm -v "$PWD:/work" feerie solve problem.pop
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[images,pdf]"

FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "feerie[images,pdf]" && rm -rf /wheels \
    && useradd --create-home feerie
RUN feerie doctor --seconds 0.1
USER feerie
WORKDIR /work
ENTRYPOINT ["feerie"]
CMD ["--help"]
