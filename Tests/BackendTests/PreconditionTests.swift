import HTTPTypes
import Testing

@testable import Backend

/// The order and the comparisons of RFC 9110, section 13.
struct PreconditionTests {
    private static let early = "Thu, 01 Jan 2026 00:00:00 GMT"
    private static let exact = "Thu, 01 Jan 2026 00:00:01 GMT"
    private static let late = "Thu, 01 Jan 2026 00:00:02 GMT"

    private let current = Validators(
        tag: EntityTag(opaque: "now"), modified: HTTPDate(seconds: 1_767_225_601))

    @Test(
        "each condition, and each pair in which one takes precedence, has its verdict",
        arguments: [
            ([:], .proceed, .proceed),
            ([.ifNoneMatch: #""now""#], .notModified, .failed),
            ([.ifNoneMatch: #"W/"now""#], .notModified, .failed),
            ([.ifNoneMatch: #""old", W/"now""#], .notModified, .failed),
            ([.ifNoneMatch: "*"], .notModified, .failed),
            ([.ifNoneMatch: #""old""#], .proceed, .proceed),
            ([.ifNoneMatch: "now"], .proceed, .proceed),
            ([.ifMatch: #""now""#], .proceed, .proceed),
            ([.ifMatch: "*"], .proceed, .proceed),
            ([.ifMatch: #"W/"now""#], .failed, .failed),
            ([.ifMatch: #""old""#], .failed, .failed),
            ([.ifMatch: "now"], .failed, .failed),
            ([.ifModifiedSince: exact], .notModified, .proceed),
            ([.ifModifiedSince: late], .notModified, .proceed),
            ([.ifModifiedSince: early], .proceed, .proceed),
            ([.ifModifiedSince: "yesterday"], .proceed, .proceed),
            ([.ifUnmodifiedSince: exact], .proceed, .proceed),
            ([.ifUnmodifiedSince: early], .failed, .failed),
            ([.ifUnmodifiedSince: "yesterday"], .proceed, .proceed),
            // A tag takes precedence over a date.
            ([.ifNoneMatch: #""old""#, .ifModifiedSince: late], .proceed, .proceed),
            ([.ifMatch: #""now""#, .ifUnmodifiedSince: early], .proceed, .proceed),
            ([.ifMatch: #""old""#, .ifNoneMatch: #""now""#], .failed, .failed),
        ] as [(HTTPFields, Preconditions.Verdict, Preconditions.Verdict)])
    func verdicts(fields: HTTPFields, read: Preconditions.Verdict, write: Preconditions.Verdict) {
        let preconditions = Preconditions(fields: fields)
        #expect(preconditions.verdict(for: .get, current) == read)
        #expect(preconditions.verdict(for: .head, current) == read)
        #expect(preconditions.verdict(for: .patch, current) == write)
    }

    @Test("conditions on dates are ignored for a resource without a date")
    func undated() {
        let undated = Validators(tag: EntityTag(opaque: "now"), modified: nil)
        for fields: HTTPFields in [[.ifModifiedSince: Self.late], [.ifUnmodifiedSince: Self.early]] {
            #expect(Preconditions(fields: fields).verdict(for: .get, undated) == .proceed)
        }
    }

    @Test(
        "lists of entity tags are parsed",
        arguments: [
            ("*", .any), (#""a""#, .tags([EntityTag(opaque: "a")])),
            (#""a,b" ,, W/"c""#, .tags([EntityTag(opaque: "a,b"), EntityTag(opaque: "c", isWeak: true)])),
            (#""""#, .tags([EntityTag(opaque: "")])),
            ("", nil), (",", nil), ("a", nil), (#""a"#, nil), (#""a"b"#, nil), (#"w/"a""#, nil), (#""a b""#, nil),
            (#"*, "a""#, nil),
        ] as [(String, EntityTagList?)])
    func lists(text: String, list: EntityTagList?) {
        #expect(EntityTagList(text) == list)
    }
}
