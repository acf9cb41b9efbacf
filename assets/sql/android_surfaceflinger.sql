-- android.surfaceflinger: which display frame of SurfaceFlinger showed which frame of an application.

CREATE PERFETTO TABLE android_app_to_sf_frame_timeline_match AS
SELECT DISTINCT
  app.upid AS app_upid,
  CAST(app.name AS INT) AS app_vsync,
  sf.upid AS sf_upid,
  CAST(sf.name AS INT) AS sf_vsync
FROM flow f
JOIN actual_frame_timeline_slice app ON app.id = f.slice_out
JOIN actual_frame_timeline_slice sf ON sf.id = f.slice_in
JOIN process p ON p.upid = sf.upid
WHERE p.name = '/system/bin/surfaceflinger';
