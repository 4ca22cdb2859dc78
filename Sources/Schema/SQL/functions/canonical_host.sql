create or replace function pressrun.canonical_host(host text, out canonical text, out problem text)
language plpgsql immutable strict
as $$
declare
  byte text := '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
begin
  if host ~ E'[^\\x21-\\x7e]' then
    problem := 'the host has characters outside ASCII; write its ASCII form (xn--…)';
  elsif host like '[%' then
    begin
      canonical := '[' || host(rtrim(ltrim(host, '['), ']')::inet) || ']';
    exception when invalid_text_representation then
      null;
    end;
    if canonical is null or host !~ E'^\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\\]$' then
      canonical := null;
      problem := 'not an IPv6 address';
    elsif canonical ~ E'^\\[(::ffff:|64:ff9b:|::[0-9.]+\\.)' then
      canonical := null;
      problem := 'an IPv4 address is written as such and not as an IPv6 address';
    end if;
  else
    canonical := regexp_replace(lower(host collate "C"), E'\\.$', '');
    if length(canonical) > 253 or canonical !~ E'^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$' then
      canonical := null;
      problem := 'not the name of a host';
    elsif canonical ~ E'(^|\\.)([0-9]+|0x[0-9a-f]*)$' and canonical !~ format(E'^%s(\\.%1$s){3}$', byte) then
      canonical := null;
      problem := 'an IPv4 address is written as four decimal numbers';
    end if;
  end if;
end
$$;
comment on function pressrun.canonical_host is
  'The canonical form of a host: a name in lower case without a final dot, an IPv4 address as four decimal numbers, or an IPv6 '
  'address in brackets (RFC 5952); or what is wrong with it.';
