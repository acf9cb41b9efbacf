-- android.keyvalue_lookup: what a key says in a text that programs give to atrace.

-- The value of a key in a text such as { event=start name="a b" }.
CREATE PERFETTO FUNCTION _android_keyvalue_lookup_extract_key_value_arg(
  atrace_payload STRING, key_name STRING)
RETURNS STRING AS
SELECT TRIM(REPLACE(
  IIF(
    SUBSTR(rest, 1, 1) = '"',
    SUBSTR(rest, 1, INSTR(SUBSTR(rest, 2), '"')),
    SUBSTR(rest, 1, MIN(INSTR(rest || ' ', ' '), INSTR(rest || '}', '}')) - 1)),
  '"', ''))
FROM (
  SELECT
    SUBSTR($atrace_payload, INSTR($atrace_payload, $key_name || '=') + LENGTH($key_name) + 1) AS rest
)
WHERE INSTR($atrace_payload, $key_name || '=') > 0;
