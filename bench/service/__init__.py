"""The service under load, under faults and under made-up requests."""
