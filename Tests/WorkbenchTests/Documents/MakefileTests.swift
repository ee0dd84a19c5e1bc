import Testing

@testable import Workbench

@Suite struct MakefileTests {
    @Test("targets are the names of the explicit rules")
    func targets() {
        let makefile = Makefile(
            text: """
                # note: this is none
                SWIFT := swift
                FLAGS ::= -v
                A = b:c
                .PHONY: build test
                build test: FORCE
                \tnot-this: recipe
                check:: ## Holds the layers
                demo:build
                """)

        #expect(makefile.targets == ["build", "test", "check", "demo"])
    }
}
