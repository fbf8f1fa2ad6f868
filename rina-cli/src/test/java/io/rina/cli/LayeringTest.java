package io.rina.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The house rules that hold for all modules together; docs/architecture.md draws the first one. */
@AnalyzeClasses(packages = "io.rina", importOptions = DoNotIncludeTests.class)
class LayeringTest {
    /** gRPC keeps method descriptors in volatile statics of its own. */
    private static final String GENERATED = "io.rina.runtime.control.proto..";

    @ArchTest
    static final ArchRule modulesShouldDependOnlyOnWhatTheArchitectureSays = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitecture()
            .layer("wire")
            .definedBy("io.rina.wire..")
            .layer("plan")
            .definedBy("io.rina.plan..")
            .layer("sim")
            .definedBy("io.rina.sim..")
            .layer("engine")
            .definedBy("io.rina.engine..")
            .layer("swarm")
            .definedBy("io.rina.swarm..")
            .layer("runtime")
            .definedBy("io.rina.runtime..")
            .layer("train")
            .definedBy("io.rina.train..")
            .layer("cli")
            .definedBy("io.rina.cli..")
            .whereLayer("wire")
            .mayNotAccessAnyLayer()
            .whereLayer("plan")
            .mayNotAccessAnyLayer()
            .whereLayer("sim")
            .mayOnlyAccessLayers("engine", "plan", "wire")
            .whereLayer("engine")
            .mayOnlyAccessLayers("wire", "plan")
            .whereLayer("swarm")
            .mayOnlyAccessLayers("sim", "engine", "plan", "wire")
            .whereLayer("runtime")
            .mayOnlyAccessLayers("engine", "plan", "wire")
            .whereLayer("train")
            .mayOnlyAccessLayers("plan")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule coreShouldNeedOnlyTheJdk = classes()
            .that(resideInAnyPackage(
                    "io.rina.wire..", "io.rina.plan..", "io.rina.sim..", "io.rina.engine.."))
            .should()
            .onlyDependOnClassesThat(
                    resideInAnyPackage("java..", "org.jspecify.annotations", "io.rina.."));

    @ArchTest
    static final ArchRule packagesShouldNotDependOnEachOtherInCircles =
            slices().matching("io.rina.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule staticsShouldBeFinal = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat(resideOutsideOfPackage(GENERATED))
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule onlyMainShouldExit = noClasses()
            .that()
            .doNotBelongToAnyOf(Main.class)
            .should()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule logsShouldGoThroughSlf4j =
            noClasses().should().dependOnClassesThat(resideInAPackage("java.util.logging.."));
}
