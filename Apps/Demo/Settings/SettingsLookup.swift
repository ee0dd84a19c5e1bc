/// Finds one setting at a time: as typed, else in the first place that has it.
struct SettingsLookup {
    /// All that a settings file may hold.
    static var keys: Set<String> {
        [
            "base_url", "timeout", "deadline", "retries", "max_redirects", "ca_file", "pin", "transport", "data_dir",
            "profiles",
        ]
    }

    /// In the order in which they win, below the command line.
    let places: [SettingsSource]

    func text<Value>(
        _ key: String, typed: String?, _ setting: Setting<String, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try parse(typed, of: key, setting) }
        for place in places {
            guard let text = try place.text(key) else { continue }
            guard let value = setting.parse(text) else { throw place.error(key, setting.requirement) }
            return value
        }
        return nil
    }

    func number<Value>(
        _ key: String, typed: Double?, _ setting: Setting<Double, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try parse(typed, of: key, setting) }
        for place in places {
            guard let number = try place.number(key) else { continue }
            guard let value = setting.parse(number) else { throw place.error(key, setting.requirement) }
            return value
        }
        return nil
    }

    private func parse<Raw, Value>(
        _ typed: Raw, of key: String, _ setting: Setting<Raw, Value>
    ) throws(SettingsError) -> Value {
        guard let value = setting.parse(typed) else {
            let option = "--" + key.split(separator: "_").joined(separator: "-")
            throw SettingsError(
                source: "The command line", key: option, reason: setting.requirement, isFromCommandLine: true)
        }
        return value
    }
}
