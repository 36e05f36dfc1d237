package io.sendfile.glassfish.it.frameworks;

/** With RESTEasy, which finds the feature by itself. */
class ResteasyFilesIT extends RestScenario {
  ResteasyFilesIT() {
    super("resteasy");
  }

  /** Stays until the server ends, whose own REST would not outlive it (docs/frameworks.md). */
  @Override
  void undeployIt() {}
}
