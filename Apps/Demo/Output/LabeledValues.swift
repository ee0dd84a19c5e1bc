import Foundation
import Models

extension Table {
    /// A row for each item. The labels are the header.
    init(_ items: [[(label: String, value: String)]]) {
        self.init(header: (items.first ?? []).map { $0.label.uppercased() }, rows: items.map { $0.map(\.value) })
    }
}

extension Terminal {
    /// Shows one value as JSON, or one line for each of its values that is not empty.
    func show(_ item: some Encodable, _ values: [(label: String, value: String)], json: Bool) throws {
        guard !json else { return print(try JSONOutput.text(item)) }
        let width = (values.map(\.label.count).max() ?? 0) + 2
        for (label, value) in values where !value.isEmpty {
            print(dim(label.padding(toLength: width, withPad: " ", startingAt: 0)) + value.printable)
        }
    }
}
