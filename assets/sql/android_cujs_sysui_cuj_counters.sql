-- android.cujs.sysui_cuj_counters: what older versions call android.cujs.cuj_frame_counters.

INCLUDE PERFETTO MODULE android.cujs.cuj_frame_counters;
INCLUDE PERFETTO MODULE android.cujs.sysui_cujs;
