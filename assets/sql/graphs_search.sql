-- graphs.search: which nodes of a graph can be reached, and over which others.

-- Columns of edges are source_node_id and dest_node_id, that of nodes to start at is node_id.
CREATE PERFETTO MACRO _graph_reachable(
  graph_table TableOrSubquery, start_nodes TableOrSubquery, is_depth_first Expr)
RETURNS TableOrSubquery AS
(
  SELECT node_id, parent_node_id
  FROM _graph_walk(
    $is_depth_first,
    (SELECT _number_rows(one.source_node_id, one.dest_node_id) FROM $graph_table AS one),
    (SELECT _number_rows(one.node_id) FROM $start_nodes AS one))
  LIMIT -1
);

CREATE PERFETTO MACRO graph_reachable_dfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
_graph_reachable!($graph_table, $start_nodes, 1);

CREATE PERFETTO MACRO graph_reachable_bfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
_graph_reachable!($graph_table, $start_nodes, 0);

-- A walk from each root_node_id, until the weights of its edges (edge_weight) are together more than
-- its root_target_weight; whether the node behind the last of these edges is visited too is the third.
CREATE PERFETTO MACRO graph_reachable_weight_bounded_dfs(
  graph_table TableOrSubquery, root_table TableOrSubquery, is_target_weight_floor Expr)
RETURNS TableOrSubquery AS
(
  SELECT root_node_id, node_id, parent_node_id
  FROM _graph_walk_bounded(
    $is_target_weight_floor,
    (
      SELECT _number_rows(one.source_node_id, one.dest_node_id, one.edge_weight)
      FROM $graph_table AS one
    ),
    (SELECT _number_rows(one.root_node_id, one.root_target_weight) FROM $root_table AS one))
  LIMIT -1
);

-- Which node comes next among those with the same node_parent_id, by their sort_key.
CREATE PERFETTO MACRO graph_next_sibling(graph_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    one.node_id,
    LEAD(one.node_id) OVER (PARTITION BY one.node_parent_id ORDER BY one.sort_key) AS next_node_id
  FROM $graph_table AS one
);
