import Testing

@testable import Demo

@Suite("Tables on a narrow screen")
struct TableTests {
    private static let table = Table(
        header: ["ID", "STATE", "SOURCE", "FILE"],
        rows: [
            ["1", "done", "http://127.0.0.1:8080/v2/files/sample-3000000", "/home/ada/sample.bin"],
            ["12", "queued", "http://127.0.0.1:8080/v2/files/鯨", "/home/ada/whale.bin"],
        ])

    private func lines(_ table: Table = table, columns: String, indentation: Int = 0) -> [String] {
        table.lines(Terminal(environment: ["COLUMNS": columns]), indentation: indentation)
    }

    @Test("a table fits the columns, and its columns stay aligned", arguments: [34, 40, 60, 80, 100])
    func fits(columns: Int) throws {
        for indentation in [0, 3] {
            let lines = lines(columns: "\(columns)", indentation: indentation)
            #expect(lines.count == 3 && lines.allSatisfy { $0.columns <= columns - indentation }, "\(lines)")
            #expect(lines[1].hasPrefix("1   ") && lines[2].hasPrefix("12  "))
        }
    }

    @Test("at 60 columns the longest value is cut, and at 80 all values fit")
    func cut() {
        #expect(lines(columns: "60")[1] == "1   done    http://127.0.0.1:8080/v2/…  /home/ada/sample.bin")
        for columns in ["80", "200"] {
            #expect(
                lines(columns: columns)[1]
                    == "1   done    http://127.0.0.1:8080/v2/files/sample-3000000  /home/ada/sample.bin")
        }
    }

    @Test("if the columns can't be reduced enough, each row is a list of labeled values with its whole ID")
    func records() {
        let id = "e-02a01952-ed39-44aa-9523-e5d4cc072962"
        let table = Table(
            header: ["ID", "TASK", "HOURS", "STARTED AT"],
            rows: [[id, "Review the code of a colleague", "1.5", "2026-03-01T09:00:00.000Z"], ["e-1", "a", "2", "b"]])
        #expect(
            lines(table, columns: "60") == [
                "ID          \(id)", "TASK        Review the code of a colleague", "HOURS       1.5",
                "STARTED AT  2026-03-01T09:00:00.000Z", "", "ID          e-1", "TASK        a", "HOURS       2",
                "STARTED AT  b",
            ])
        #expect(lines(table, columns: "40").allSatisfy { $0.columns <= 40 })
        #expect(lines(table, columns: "100").count == 3)
    }

    @Test("a table without rows is its header")
    func empty() {
        #expect(lines(Table(header: ["ID", "NAME"]), columns: "60") == ["ID  NAME"])
        #expect(lines(Table([]), columns: "60") == [""])
    }
}
