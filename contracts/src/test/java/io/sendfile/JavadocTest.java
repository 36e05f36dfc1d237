package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that applications, plug-ins and programs on Grizzly may call has a comment. */
class JavadocTest {
  private static final Set<Modifier> SEEN = Set.of(Modifier.PUBLIC, Modifier.PROTECTED);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application-api/src/main/java/io/sendfile/glassfish/application",
        "spring/src/main/java/io/sendfile/glassfish/spring",
        "core/src/main/java/io/sendfile/spi",
        "module/src/main/java/io/sendfile/glassfish/command",
        "grizzly/src/main/java/io/sendfile/grizzly"
      })
  void hasNoGaps(String folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  null,
                  null,
                  files.getJavaFileObjectsFromPaths(sources(folder)));
      DocTrees comments = DocTrees.instance(task);
      List<String> gaps = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        new Gaps(comments, gaps).scan(new TreePath(unit), null);
      }
      assertThat(gaps).isEmpty();
    }
  }

  private static List<Path> sources(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..").resolve(folder))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources).isNotEmpty();
      return sources;
    }
  }

  private static final class Gaps extends TreePathScanner<Void, Void> {
    private final DocTrees comments;
    private final List<String> gaps;

    Gaps(DocTrees comments, List<String> gaps) {
      this.comments = comments;
      this.gaps = gaps;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      if (isSeen(type.getModifiers())) {
        check(type.getSimpleName());
        super.visitClass(type, nothing);
      }
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      boolean told =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
      if (isSeen(method.getModifiers()) && !told && !isHeader(method)) {
        check(method.getName());
      }
      return null;
    }

    /** Whether it is the constructor of a record, whose comment is that of its header. */
    private boolean isHeader(MethodTree method) {
      return method.getName().contentEquals("<init>")
          && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
    }

    @Override
    public Void visitVariable(VariableTree field, Void nothing) {
      if (isSeen(field.getModifiers())) {
        check(field.getName());
      }
      return null;
    }

    /** Members of an interface are public without a word. */
    private boolean isSeen(ModifiersTree modifiers) {
      Tree around = getCurrentPath().getParentPath().getLeaf();
      return around.getKind() == Tree.Kind.INTERFACE
          || modifiers.getFlags().stream().anyMatch(SEEN::contains);
    }

    private void check(CharSequence name) {
      if (comments.getDocComment(getCurrentPath()) == null) {
        gaps.add(getCurrentPath().getCompilationUnit().getSourceFile().getName() + ": " + name);
      }
    }
  }
}
