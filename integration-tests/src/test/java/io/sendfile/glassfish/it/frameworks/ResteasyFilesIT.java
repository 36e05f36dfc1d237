package io.sendfile.glassfish.it.frameworks;

/** With RESTEasy, which finds the feature by itself. */
class ResteasyFilesIT extends RestScenario {
  ResteasyFilesIT() {
    super("resteasy");
  }
}
