with recursive n(i) as (select 1 union all select i + 1 from n) select count(*), group_concat(hex(zeroblob(1000))), printf('%1000d', i), regexp('(a+)+$', 'aaaaaaaaaaaaaaaaaaaa!') from n
