import { Select, type SelectProps } from "@mantine/core";

type TimeZoneFieldProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  value: string;
  onChange: (zone: string) => void;
};

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** A field for an IANA time zone. Type to search. A zone that the browser does not know stays selectable. */
export function TimeZoneField({ value, onChange, ...others }: TimeZoneFieldProps) {
  return (
    <Select
      label="Time zone"
      size="sm"
      searchable
      allowDeselect={false}
      limit={100}
      onFocus={(event) => event.target.select()}
      {...others}
      data={ZONES.includes(value) ? ZONES : [value, ...ZONES]}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
    />
  );
}
