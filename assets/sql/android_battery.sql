-- android.battery: what the battery said at each time.

CREATE PERFETTO VIEW android_battery_charge AS
SELECT
  c.ts,
  MAX(IIF(t.name = 'batt.current.avg_ua', c.value, NULL)) AS current_avg_ua,
  MAX(IIF(t.name = 'batt.capacity_pct', c.value, NULL)) AS capacity_percent,
  MAX(IIF(t.name = 'batt.charge_uah', c.value, NULL)) AS charge_uah,
  MAX(IIF(t.name = 'batt.current_ua', c.value, NULL)) AS current_ua,
  MAX(IIF(t.name = 'batt.voltage_uv', c.value, NULL)) AS voltage_uv,
  MAX(IIF(t.name = 'batt.energy_counter_uwh', c.value, NULL)) AS energy_counter_uwh,
  MAX(IIF(t.name = 'batt.power_mw', c.value, NULL)) AS power_mw
FROM counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name GLOB 'batt.*'
GROUP BY c.ts
ORDER BY c.ts;
