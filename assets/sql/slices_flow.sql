-- slices.flow: which slices follow others along flows.

INCLUDE PERFETTO MODULE graphs.search;

CREATE PERFETTO MACRO _slice_following_flow(source_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT root_node_id, node_id, parent_node_id
  FROM graph_reachable_weight_bounded_dfs!(
    (SELECT slice_out AS source_node_id, slice_in AS dest_node_id, 0 AS edge_weight FROM flow),
    (
      SELECT slice_out AS root_node_id, 1 AS root_target_weight
      FROM flow
      JOIN $source_table AS one ON one.id = slice_out
    ),
    1)
);
