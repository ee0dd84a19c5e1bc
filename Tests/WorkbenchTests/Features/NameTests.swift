import Foundation
import Testing

@testable import Workbench

@Suite struct NameTests {
    @Test(
        "a name has its forms in code and prose",
        arguments: [
            ("TimeEntry", "timeEntry time-entry time_entry", "Time entry"),
            ("Invoice", "invoice invoice invoice", "Invoice"),
            ("URLEntry", "urlEntry url-entry url_entry", "URL entry"),
            ("Line2Item", "line2Item line2-item line2_item", "Line2 item"),
        ])
    func forms(name: String, code: String, prose: String) {
        let parsed = Name(name)
        #expect(parsed.upperCamel.lowercased() == name.lowercased())
        #expect([parsed.lowerCamel, parsed.kebab, parsed.snake].joined(separator: " ") == code)
        #expect(parsed.sentence == prose)
    }

    @Test(
        "a plural follows the rules of spelling",
        arguments: [
            ("TimeEntry", "TimeEntries"), ("Invoice", "Invoices"), ("Box", "Boxes"), ("Day", "Days"),
            ("Branch", "Branches"),
            ("Address", "Addresses"),
        ])
    func plurals(singular: String, plural: String) {
        #expect(Name(singular).plural.upperCamel == plural)
    }

    @Test(
        "an article follows the sound of the name",
        arguments: [
            ("Invoice", "an"), ("CreditNote", "a"), ("HourlyRate", "an"), ("Unit", "a"), ("User", "a"), ("URL", "a"),
            ("HTMLPage", "an"), ("Uncle", "an"),
        ])
    func articles(name: String, article: String) {
        #expect(Name(name).article == article)
    }

    @Test(
        "a feature's name is refused with the reason",
        arguments: [
            ("invoice", nil, "upper camel case"), ("Credit-Note", nil, "upper camel case"), ("Default", nil, "keyword"),
            ("Task", nil, "a type with this name"), ("Staff", "Staff", "plural is the same"),
            ("INVOICE", nil, "upper camel"),
        ] as [(String, String?, String)])
    func refusedNames(name: String, plural: String?, reason: String) {
        let error = #expect(throws: FeatureError.self) { try FeatureName(singular: name, plural: plural) }
        #expect(error?.localizedDescription.contains(reason) == true)
    }

    @Test(
        "a field is refused with the reason",
        arguments: [
            ("number", "a colon and a type"), ("Number:String", "lower camel case"),
            ("number:Float", "String, Int, Decimal"),
            ("case:String", "keyword"), ("id:String", "another meaning"), ("timeout:Int", "an option timeout"),
            ("a:Int a:Int", "two fields"),
            ("", "no fields"),
        ])
    func refusedFields(text: String, reason: String) {
        let error = #expect(throws: FeatureError.self) { try FeatureField.fields(text) }
        #expect(error?.localizedDescription.contains(reason) == true)
    }

    @Test("fields are read in their order")
    func fields() throws {
        let fields = try FeatureField.fields("number:String due:Date?")
        #expect(fields.map(\.text) == ["number:String", "due:Date?"])
        #expect(fields.map(\.type.swiftName) == ["String", "Timestamp"])
    }
}
