create or replace function pressrun.chain_text(tenant text, document text, sequence bigint) returns text
language sql stable
as $$
  select '0 ' || d.base_sha256 || E'\n' || coalesce((
    select string_agg(s.sequence || ' ' || s.chain || E'\n', '' order by s.sequence)
    from pressrun.annotation_segments s
    where s.tenant = d.tenant and s.document = d.name and s.sequence <= chain_text.sequence), '')
  from pressrun.annotation_documents d
  where d.tenant = chain_text.tenant and d.name = chain_text.document
$$;
comment on function pressrun.chain_text is
  'The chain of a document up to a segment, as in data/chain.txt of a bag: the text that timestamps cover.';
