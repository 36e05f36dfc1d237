package io.sendfile.glassfish.it.frameworks;

/** With CXF, whose application lists the feature. */
class CxfFilesIT extends RestScenario {
  CxfFilesIT() {
    super("cxf");
  }
}
