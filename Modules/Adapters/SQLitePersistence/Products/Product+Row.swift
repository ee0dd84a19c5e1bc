import Foundation
import GRDB
import Models

extension Product {
    /// The columns in the order in which ``init(row:)`` reads and ``rowArguments()`` writes them.
    static var rowColumns: String { "id, sku, name, amount, currency, details, created_at" }

    /// A placeholder for each argument. Free texts are passed as bytes, because a NUL would end a `String`.
    static var rowPlaceholders: String { "?, ?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?" }

    /// Parses a row by the rules of ``Models``. If a rule becomes stricter, add a schema step that removes the copies
    /// that break it.
    ///
    /// - Parameter row: a row of a cursor. In a fetched copy of a row, a text ends before its first NUL.
    init(row: Row) throws {
        self.init(
            id: try ID(row.decode(String.self, atIndex: 0)), sku: try SKU(row.decode(String.self, atIndex: 1)),
            name: try ProductName(String(decoding: row.decode(Data.self, atIndex: 2), as: UTF8.self)),
            price: try Price(
                row.decode(String.self, atIndex: 3), Currency(row.decode(String.self, atIndex: 4))),
            details: try row.decode(Data?.self, atIndex: 5).map { String(decoding: $0, as: UTF8.self) },
            createdAt: Timestamp(Date(microseconds: try row.decode(Int64.self, atIndex: 6))))
    }

    func rowArguments() throws -> StatementArguments {
        [
            id.text, sku.text, Data(name.text.utf8), price.amountText, price.currency.text,
            details.map { Data($0.utf8) }, try createdAt.date.microseconds(),
        ]
    }
}
