import Testing

@testable import Workbench

@Suite struct ExamplePageTests {
    private func steps(_ text: String) -> [ExamplePage.Step] {
        ExamplePage(path: "page.md", text: text).steps
    }

    @Test("a fence whose first line begins with a prompt is a list of commands with their outputs")
    func examples() {
        let page = ExamplePage(
            path: "page.md", text: "# A\n```text\n$ one\n1\n\n2\n\n$ two \\\n    more\n$ three\n```\n$ no")

        #expect(page.examples.map(\.command) == ["one", "two \\\n    more", "three"])
        #expect(page.examples.map(\.output) == [["1", "", "2"], [], []])
        #expect(page.examples.map(\.line) == [3, 8, 10])
    }

    @Test("an indented fence in a list is an example too")
    func indented() {
        #expect(ExamplePage(path: "a.md", text: "- a\n  ```\n  $ one\n  1\n  ```").examples.map(\.output) == [["1"]])
    }

    @Test(
        "other fences and text are no examples",
        arguments: ["```sh\necho a\n```", "$ one", "```\na\n$ one\n```", "````\n```\n$ one\n```\n````"])
    func others(text: String) {
        #expect(steps(text) == [])
    }

    @Test("hidden commands run between the fences, in order")
    func preparations() {
        #expect(
            steps("<!-- run: one -->\n```\n$ two\n```\n<!-- run\nthree\nfour\n-->").map(\.summary)
                == ["run one", "two", "run three\nfour"])
    }

    @Test("a fence with a reason not to run it is left out, and the next one is not")
    func omissions() {
        #expect(
            steps("<!-- not run: too slow -->\n\n```\n$ one\n```\n```\n$ two\n```").map(\.summary)
                == ["two"])
        #expect(steps("<!-- not run: a -->\ntext\n```\n$ one\n```").map(\.summary) == ["one"])
    }
}

extension ExamplePage.Step {
    fileprivate var summary: String {
        switch self {
        case .preparation(let script, _): "run " + script
        case .example(let example): example.command
        }
    }
}
